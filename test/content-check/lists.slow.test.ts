import { stageTests } from './in-tests.js';
import { promptForms, toolForms } from './stages/forms.js';
import { lists } from './stages/lists.js';

stageTests(lists, [
  'tool annotations title',
  'resource name',
  'resource MIME type',
  'template name',
  'icon src',
  'icon MIME type',
]);
stageTests(toolForms, ['form: annotations title']);
stageTests(promptForms, ['prompt argument name']);
