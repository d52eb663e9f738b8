/* npm would pack the whole server. */
console.error('This folder is the server, which is not packed. For the command `assay` alone: npm run pack:cli')
process.exit(1)
