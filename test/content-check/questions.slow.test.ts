import { stageTests } from './in-tests.js';
import { elicitation, sampling } from './stages/questions.js';
import { identity } from './stages/server.js';

// An address that is none is refused before anybody sees it.
stageTests(elicitation, ['elicitation enum', 'elicitation URL']);
stageTests(sampling);
stageTests(identity, ['server website', 'server icon']);
