import { Link } from 'wouter'
import classes from './logo.module.css'

/** The product's name, leading home. */
export function Logo() {
  return (
    <Link href="/" className={classes.logo} aria-label="Assay home">
      <img src="/favicon.svg" alt="" width={22} height={22} />
      <span>Assay</span>
    </Link>
  )
}
