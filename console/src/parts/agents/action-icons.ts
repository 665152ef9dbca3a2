import type { SuperviseAction } from '@offhook/contract/accounts/permissions';
import barge from '@offhook/design/icons/call_merge.svg?raw';
import listen from '@offhook/design/icons/hearing.svg?raw';
import whisper from '@offhook/design/icons/record_voice_over.svg?raw';

export const ACTION_ICONS: Readonly<Record<SuperviseAction, string>> = { listen, whisper, barge };
