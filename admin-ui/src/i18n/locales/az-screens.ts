/** Names of the screens, as the menu and they themselves say them. */
export const screens = {
  account: 'Hesabım',
  audit: 'Jurnal',
  media: 'Şəkillər',
  messages: 'Mesajlar',
  people: 'Əməkdaşlar',
  releases: 'Dərc tarixçəsi',
  tokens: 'API tokenləri',
  webhooks: 'Vebhuklar',
  unread_one: '{{count}} oxunmamış mesaj',
  unread_other: '{{count}} oxunmamış mesaj',
};

/** The second step of a sign-in, where one signs in. */
export const signInCode = {
  wrongCode: 'Kod səhvdir və ya artıq işlədilib. Tətbiqdəki növbəti kodu gözləyin.',
  wrongRecovery: 'Kod səhvdir və ya artıq işlədilib.',
  signInAs: '{{name}}, telefondakı tətbiqi açın və altı rəqəmli kodu yazın.',
  signInRecovery: '{{name}}, ehtiyat kodlarınızdan birini yazın.',
  code: 'Kod',
  recovery: 'Ehtiyat kodu',
  useRecovery: 'Ehtiyat kodu ilə daxil ol',
  useDevice: 'Tətbiqdəki kodla daxil ol',
  back: 'Geri',
  codeRequired: 'Kodu yazın.',
};
