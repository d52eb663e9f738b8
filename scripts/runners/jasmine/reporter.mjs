/* global jasmine */
import { JUnitXmlReporter } from 'jasmine-reporters'

jasmine.getEnv().addReporter(new JUnitXmlReporter({ consolidateAll: true, filePrefix: 'report' }))
