import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'resourceView.definition': 'Definition',
  'resourceView.theResourceIsEmpty': 'The resource is empty.',
  'resourceView.theFirstOfContents': 'The first {maxResourceContents} of {count, number} contents are shown.',
  'resourceView.readAgain': 'Read again',
  'resourceView.refresh': 'Refresh',
  'resourceView.theResourceCouldNot': 'The resource could not be read.',
  'resourceView.notReadYetThe': 'Not read yet. The server says it has {size}.',
  'resourceView.read': 'Read {size}',
  'resourceView.thisIsWhatIt': 'This is an earlier copy: there is no connection to the server.',
  'resourceView.notReadThereIs': 'Not read: there is no connection to a server.',
  'resourceView.waitingForTheConnection': 'Waiting for the connection.',
  'resourceView.serverSays': 'Server says: {facts}',
  'resourceView.noResourceChosen': 'No resource chosen.',
  'resourceView.followChanges': 'Watch for changes',
  'resourceView.readAgainByItself': 'Reload automatically',
  'resourceView.changesOfTheResource': 'This resource is not watched for changes.',
  'resourceView.address': 'Address',
  'resourceView.readResource': 'Read resource',
  'resourceView.theseValuesMakeNo': 'These values do not form an address.',
  'resourceView.readAtTime': 'Loaded {time}',
  'resourceView.updatedAtTime': 'Updated {time}',
  'resourceView.reading': 'Reading.',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
