import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'rootsApproval.neverShareFoldersWith': 'Never share folders with this server',
  'rootsApproval.theAddressesTellIt':
    'The addresses tell it where to work, where it runs. This page does not open these folders: it only passes on what is ticked.',
  'rootsApproval.addOrChangeFolders': 'Add or change folders',
  'rootsApproval.learnsOf': '{name} learns of',
  'rootsApproval.fromThisPageNot': 'from this page, not from you',
  'rootsApproval.shareNothing': 'Share nothing',
  'rootsApproval.share': 'Share {shared}',
  'rootsApproval.youHaveAddedNo': 'You have added no folder for this server, so there is nothing to share.',
  'rootsApproval.ends.session': 'Your answer holds until this page is closed or reloaded.',
  'rootsApproval.ends.always': '“Share” holds for {days, number} days, “Share nothing” until you revoke it.',
  'rootsApproval.whatItHoldsFor':
    'It holds for this server and the folders that stand here: when you add one, you are asked again. You can revoke it under “Folders”.',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
