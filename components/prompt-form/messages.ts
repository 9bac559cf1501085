import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'promptForm.messages': { one: '{count, number} message', other: '{count, number} messages' },
  'promptForm.roles.user': 'User',
  'promptForm.roles.assistant': 'Assistant',
  'promptForm.andMore': 'And {messages} more.',
  'promptForm.thisPromptNeedsNo': 'This prompt needs no arguments.',
  'promptForm.noMessagesFrom': 'No messages from {name}.',
  'promptForm.done': 'Done',
  'promptForm.failed': 'Failed',
  'promptForm.answerOfTheModel': 'Answer of the model',
  'promptForm.answerOfNamedModel': 'Answer of the model ({model})',
  'promptForm.sendToModel': 'Send to the model',
  'promptForm.sendAgain': 'Send again',
  'promptForm.theModelAnswers': 'The model answers.',
  'promptForm.theModelAnswered': 'The model answered.',
  'promptForm.noAnswerFromModel': 'No answer from the model.',
  'promptForm.modelCancelled': 'Cancelled.',
  'promptForm.answerEndsEarly': 'The answer is cut off: it reached its token limit.',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
