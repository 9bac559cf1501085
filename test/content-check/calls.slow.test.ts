import { stageTests } from './in-tests.js';
import { failures, progress } from './stages/calls.js';
import { reads } from './stages/reads.js';

stageTests(progress);
stageTests(failures, ['error data']);
stageTests(reads, ['read: MIME type']);
