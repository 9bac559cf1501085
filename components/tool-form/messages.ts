import { defineMessages, type Translate } from '../internal/messages.js';

const MESSAGES = {
  'toolForm.noSafetyHintsFrom': 'No safety hints from the server.',
  'toolForm.argumentsAsJson': 'Arguments as JSON',
  'toolForm.replaceAll': 'Replace all',
  'toolForm.onlyTheBeginningIs': 'Only the beginning is shown. Edit them as fields, or replace all of them.',
  'toolForm.followIt': 'Follow it',
  'toolForm.forgetIt': 'Forget it',
  'toolForm.thisToolNeedsNo': 'This tool needs no arguments.',
  'toolForm.editAsFields': 'Edit as fields',
  'toolForm.editAsJson': 'Edit as JSON',
  'toolForm.runAgain': 'Run again',
  'toolForm.look': 'Look',
  'toolForm.failed': 'Failed',
  'toolForm.theToolReportedAn': 'The tool reported an error',
  'toolForm.done': 'Done',
  'toolForm.result': 'Result',
  'toolForm.claim.readsOnly': 'reads only',
  'toolForm.claim.contradictory': 'reads only, and may delete or overwrite: one of these is wrong',
  'toolForm.claim.writes': 'writes data',
  'toolForm.claim.destroys': 'may delete or overwrite',
  'toolForm.claim.adds': 'adds, never overwrites',
  'toolForm.claim.unsaidWhether': 'does not say whether it deletes or overwrites',
  'toolForm.claim.repeatable': 'safe to repeat',
  'toolForm.claim.notRepeatable': 'not repeatable',
  'toolForm.claim.openWorld': 'reaches other systems',
  'toolForm.claim.closedWorld': 'closed world',
  'toolForm.serverSays': 'Server says:',
  'toolForm.unsaid.both': 'The server does not say whether it changes anything and whether it reaches other systems.',
  'toolForm.unsaid.change': 'The server does not say whether it changes anything.',
  'toolForm.unsaid.reach': 'The server does not say whether it reaches other systems.',
  'toolForm.theJsonText': 'the JSON text',
  'toolForm.mayStillGoOn': 'A run of this tool, begun at {time}, may still be going on at the server.',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
