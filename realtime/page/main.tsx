import './page.css';
import { chooseLocale } from '@offhook/i18n/locales';
import { realtimePageCatalog } from '@offhook/i18n/realtime-page';
import { render } from 'preact';
import { App } from './app.tsx';

const chosen = chooseLocale(navigator.languages);
document.documentElement.lang = chosen.locale;
const activate = await realtimePageCatalog.prepare(chosen);
activate();
render(<App />, document.body);
