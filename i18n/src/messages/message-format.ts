import { IntlMessageFormat } from 'intl-messageformat';
import { setMessageFormat } from './translate.ts';

setMessageFormat(IntlMessageFormat);
