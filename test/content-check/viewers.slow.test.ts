import { stageTests } from './in-tests.js';
import { viewers } from './stages/results.js';
import { log } from './stages/server.js';

// What is in the frame of a page, nobody outside can read.
stageTests(viewers, ['page view']);
stageTests(log, ['log level']);
