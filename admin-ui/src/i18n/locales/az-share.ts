/** A link for somebody without an account. */
export const share = {
  title: 'Təsdiq üçün keçid',
  text: 'Bu keçidi alan hər kəs qaralamanı saytdakı görünüşündə, hesab açmadan oxuya bilər. Keçid yeddi gün işləyir.',
  make: 'Keçid yarat',
  again: 'Yeni keçid yarat',
  until: 'Keçid {{time}} tarixinə qədər işləyir (Bakı vaxtı ilə).',
  another: 'Başqa bir keçid {{time}} tarixinə qədər işləyir (Bakı vaxtı ilə).',
  revoke: 'Keçidi ləğv et',
  made: 'Keçid hazırdır.',
  revoked: 'Keçid artıq işləmir.',
  lost: 'Burada göstərilən keçid artıq işləmir.',
  link: 'Keçid',
  leave: 'Keçid hələ kopyalanmayıb. Yenə də çıxmaq istəyirsiniz?',
};
