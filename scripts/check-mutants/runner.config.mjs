// As web-test-runner.config.mjs; a file stops at its first failure.
import config from '../../web-test-runner.config.mjs';

export default { ...config, testFramework: { config: { ...config.testFramework.config, bail: true } } };
