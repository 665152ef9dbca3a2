/** The pages of an invitation and of a forgotten password. */
export default {
  'field.email': 'Email',
  'field.fullName': 'Full name',
  'field.language': 'Language',
  'field.newPassword': 'New password',
  'field.newPassword.hint': 'At least {count, number} characters.',

  'forgotten.action': 'Send link',
  'forgotten.noMail': 'Ask an administrator of your account for a link to choose a new password.',
  'forgotten.sent':
    'If a user has this email, we sent a link. It works for an hour. Check your spam folder, too.',
  'forgotten.text': 'Enter your email. We’ll send you a link to choose a new one.',
  'forgotten.title': 'Forgot your password?',

  'invitation.action': 'Start',
  'invitation.text': 'You’re invited to {account}. Choose a password to start.',
  'invitation.title': 'Welcome to Offhook',

  'language.en': 'English',
  'language.es': 'Español',

  'newPassword.action': 'Change password',
  'newPassword.changed':
    'Your password is changed, and you’re logged out everywhere. Log in with the new one.',
  'newPassword.title': 'Choose a new password',

  'page.logIn': 'Log in',
} as const;
