import { playMany } from '../../support/press/many.js';

playMany(3750);
