import './page.css';
import { chooseLocale } from '@offhook/i18n/locales';
import { voicePageCatalog } from '@offhook/i18n/voice-page';
import { render } from 'preact';
import { App } from './app.tsx';

// The service has chosen the language; the browser's languages set the region.
const { lang } = document.documentElement;
const tag = navigator.languages.find((one) => one.split('-')[0] === lang) ?? lang;
const activate = await voicePageCatalog.prepare(chooseLocale([tag]));
activate();
render(<App />, document.body);
