import { everythingUrl } from '/__servers__.js';
import { describeEverything } from './everything.js';

describeEverything('server-everything over Streamable HTTP', () => everythingUrl);
