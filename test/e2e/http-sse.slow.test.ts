import { everythingSseUrl } from '/__servers__.js';
import { describeEverything } from './everything.js';

describeEverything('server-everything over HTTP+SSE', () => everythingSseUrl);
