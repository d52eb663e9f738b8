export default { files: ['cart.mjs'] }
