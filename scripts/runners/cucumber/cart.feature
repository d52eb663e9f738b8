Feature: cart

  Scenario: adds up
    Given a cart

  Scenario: dies in a crash
    Given a crash

  Scenario: is wrong
    Then the sum is wrong

  @skip
  Scenario: is skipped
    Given a skipped cart

  Scenario: is to do
    Given a cart to do

  Scenario Outline: takes <count>
    Given a cart

    Examples:
      | count |
      | 1     |
      | 2     |

  Scenario: is retried
    Given a cart that works the second time
