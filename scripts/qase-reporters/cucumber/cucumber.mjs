export default {
  paths: ['cart.feature'],
  import: ['steps.mjs'],
  format: ['cucumberjs-qase-reporter'],
  publishQuiet: true,
  retry: 1,
}
