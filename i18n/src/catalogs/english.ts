/** For tests: makes the English catalogs active, as a page does when it starts. */
import { activateCatalogs } from './all-catalogs.ts';

activateCatalogs('en');
