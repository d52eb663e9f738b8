/* Files of other tools, for the tests of imports. */

/** Two cases in nested sections, one of them with fields that have no place here. */
export const TESTRAIL_XML = `<?xml version="1.0" encoding="UTF-8"?>
<suite><id>S1</id><name>Master</name><sections>
<section><name>Cart</name><cases>
<case><id>C22475</id><title>Pays and gets a receipt</title><template>Test Case (Steps)</template><type>Functional</type>
<priority>High</priority><estimate>5m</estimate><references>PAY-1, PAY-2</references>
<custom><preconds>Signed in</preconds><steps_separated>
<step><index>1</index><content>Add two books</content><expected>The cart shows 2</expected></step>
<step><index>2</index><content>Pay by card</content><expected>A receipt with a number</expected></step>
</steps_separated></custom></case></cases>
<sections><section><name>Refunds</name><cases>
<case><id>C7</id><title>Refunds a voucher</title><type>Automated</type><priority>Low</priority></case>
</cases></section></sections>
</section></sections></suite>`

/** A table whose headers no tool knows. */
export const FOREIGN_CSV = `Nummer;Was wird getestet;Bereich;Wichtigkeit;Schritte;Verantwortlich
1;Zahlt mit Karte;Kasse;High;1. Karte wählen;Ada
2;Zahlt auf Rechnung;Kasse;Low;1. Rechnung wählen;Grace
3;Zeigt den Warenkorb;Warenkorb;Medium;1. Öffnen;Ada
`

/** The third row has no name, and the fifth a priority that does not exist. */
export const REFUSED_CSV = `suite,name,steps,priority,tags,Owner
Cart,Adds a book,1. Add => One line,high,smoke,Ada
Cart,,1. Add a voucher => Less to pay,high,smoke,Ada
Cart,Removes a book,1. Remove => No line,medium,,Grace
Cart,Keeps the cart,1. Reload => Still there,urgentest,,Grace
Payment,Pays by card,1. Pay => A receipt,critical,smoke,Ada
`

export function longCsv(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, at) => `Suite ${Math.floor(at / 50) + 1},Case ${at + 1},1. Do it => Done`,
  )
  return ['suite,name,steps', ...rows].join('\n')
}
