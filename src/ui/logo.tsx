import { Link } from 'wouter'
import { basePath } from '#src/lib/base-path.ts'
import classes from './logo.module.css'

/** The name of the app and its mark; on a phone, where asked for, the mark alone. */
export function Logo({ isMarkOnPhone = false }) {
  return (
    <Link href="/" className={classes.logo} aria-label="Assay home">
      <img src={`${basePath}/favicon.svg`} alt="" width={22} height={22} />
      <span className={isMarkOnPhone ? 'unseen-on-phone' : undefined}>Assay</span>
    </Link>
  )
}
