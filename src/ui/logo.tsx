import { Link } from 'wouter'
import { basePath } from '#src/lib/base-path.ts'
import classes from './logo.module.css'

export function Logo() {
  return (
    <Link href="/" className={classes.logo} aria-label="Assay home">
      <img src={`${basePath}/favicon.svg`} alt="" width={22} height={22} />
      <span>Assay</span>
    </Link>
  )
}
