import { playMany } from '../../support/press/many.js';

playMany(6250);
