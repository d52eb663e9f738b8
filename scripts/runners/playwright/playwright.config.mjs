export default { testMatch: 'cart.mjs', retries: 1, workers: 1 }
