/** What is wrong with a text that should be a phone number. The phone and the server both show these. */
export default {
  'number.emergency': 'Use a telephone for emergency calls.',
  'number.excludedCountry': 'Numbers in this country can’t be called.',
  'number.extensionNotDigits': 'An extension can contain only digits, such as 12 in x12.',
  'number.extensionTooLong': 'This extension is too long.',
  'number.invalidCountry': 'Choose a country, or start the number with + and its country code.',
  'number.missing': 'Enter a phone number.',
  'number.notANumber': 'This isn’t a phone number.',
  'number.notValid': 'This phone number isn’t valid in its country.',
  'number.tooLong': 'This phone number is too long.',
  'number.tooShort': 'This phone number is too short.',
  'number.unknownCallingCode': 'This country code doesn’t exist.',
  'number.unknownCountry': 'This country isn’t supported.',
} as const;
