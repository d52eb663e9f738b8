module.exports = (config) =>
  config.set({
    frameworks: ['jasmine'],
    files: ['cart.cjs'],
    reporters: ['junit'],
    junitReporter: { outputFile: 'report.xml', useBrowserName: false, outputDir: '.' },
    client: { isDying: 'CRASH' in process.env, jasmine: { random: false } },
    browsers: ['Headless'],
    customLaunchers: { Headless: { base: 'ChromeHeadless', flags: ['--no-sandbox', '--disable-gpu'] } },
  })
