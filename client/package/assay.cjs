#!/usr/bin/env node
/* The entry of the installed command. Old syntax only, so that an old Node can print what it lacks. */
/* oxlint-disable */
var version = process.versions.node
if (Number(version.split('.')[0]) < 20) {
  console.error('assay: Node 20 or newer is needed; this is ' + version)
  process.exit(2)
} else {
  // Halves the time to start, where Node has it.
  var enableCompileCache = require('module').enableCompileCache
  if (enableCompileCache) enableCompileCache()
  require('./load.cjs')
}
