import { createLedger } from './ledger.mjs';

let ledger;

/** The one ledger of a test run: whatever carries a message notes it here. */
export const theLedger = () => (ledger ??= createLedger());
