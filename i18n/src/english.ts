/** For tests: makes the English catalogs active, as a page does when it starts. */
import console from './console/en.ts';
import { consoleCatalog } from './console.ts';
import login from './login/en.ts';
import { loginCatalog } from './login.ts';
import phone from './phone/en.ts';
import { phoneCatalog } from './phone.ts';

loginCatalog.use('en', login);
phoneCatalog.use('en', phone);
consoleCatalog.use('en', console);
