/** Mails to users and to people who are invited. */
export default {
  'invitation.action': 'Accept the invitation',
  'invitation.expiry':
    'The link works once, for {days, plural, one {# day} other {# days}}. Don’t forward it: it lets anyone in.',
  'invitation.ignore': 'If you didn’t expect this mail, you can ignore it.',
  'invitation.subject': 'You’re invited to {account} on Offhook',
  'invitation.text': 'You’re invited to use Offhook, the phone of {account}.',
  'invitation.textBy': '{inviter} invites you to use Offhook, the phone of {account}.',

  'passwordReset.action': 'Choose a new password',
  'passwordReset.expiry': 'The link works once, for {minutes, plural, one {# minute} other {# minutes}}.',
  'passwordReset.ignore': 'If you didn’t ask for it, you can ignore this mail. Your password stays as it is.',
  'passwordReset.subject': 'Choose a new password for Offhook',
  'passwordReset.text': 'Someone asked for a new password for your Offhook login.',
} as const;
