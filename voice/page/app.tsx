import { t } from '@offhook/i18n/voice-page';
import { ListenButton } from './phone/listen-button.tsx';
import { Phone } from './phone/phone.tsx';

export function App() {
  return (
    <main>
      <h1>{t('page.title')}</h1>
      {/* MOUNT POINT of the phone: voice/page/phone/phone.tsx */}
      <Phone />
      {/* MOUNT POINT of the listen button, once per leg: voice/page/phone/listen-button.tsx */}
      <ListenButton callSid="" />
    </main>
  );
}
