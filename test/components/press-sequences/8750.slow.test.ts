import { playMany } from '../../support/press/many.js';

playMany(8750);
