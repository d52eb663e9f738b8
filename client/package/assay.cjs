#!/usr/bin/env node
/* The start of the installed command. It has only old syntax, so that an old Node can say what it lacks. */
/* oxlint-disable */
var version = process.versions.node
if (Number(version.split('.')[0]) < 20) {
  console.error('assay: Node 20 or newer is needed; this is ' + version)
  process.exit(2)
} else {
  require('./load.cjs')
}
