import type { Stage } from '../stage.js';
import { failures, progress } from './calls.js';
import { promptForms, toolForms } from './forms.js';
import { lists } from './lists.js';
import { elicitation, sampling } from './questions.js';
import { reads } from './reads.js';
import { results, viewers } from './results.js';
import { identity, log } from './server.js';

/** Every place of the screen where a server's words come to stand. */
export const STAGES: readonly Stage[] = [
  lists,
  toolForms,
  promptForms,
  results,
  viewers,
  reads,
  elicitation,
  sampling,
  progress,
  failures,
  identity,
  log,
];
