/** The keys and the guide. */
export const help = {
  keys: 'Klaviatura',
  guide: 'Redaktor üçün təlimat',
  shut: 'Köməyi bağla',
  everywhere: 'Hər yerdə',
  inForm: 'Formada',
  inText: 'Mətndə',
  open: 'Kömək',
  close: 'Pəncərəni bağla',
  save: 'Yadda saxla',
  next: 'Növbəti sahə',
  tabs: 'Başqa dil (vərəqlərdə)',
  nest: 'Siyahıda içəri, geri',
  leave: 'Mətndən çıx',
  move: 'Alətlər və menyular arasında',
  single: 'Yazılmayan yerdə ? düyməsi köməyi açsın',
};
