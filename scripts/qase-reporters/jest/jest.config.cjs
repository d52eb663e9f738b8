module.exports = { reporters: ['default', ['jest-qase-reporter', { mode: 'testops' }]], testMatch: ['**/*.test.cjs'] }
