import type { CATEGORIES } from '../api/types';

/** Browser dialogs (specification section 8): Azerbaijani, whatever the interface's language. */
export const ALERTS = {
  loadFailed: 'Bloq yazıları yüklənə bilmədi!',
  createFailed: 'Bloq yazısını yaratmaq alınmadı!',
  updateFailed: 'Bloq yazısını yeniləmək alınmadı!',
  deleteFailed: 'Bloq yazısını silmək alınmadı!',
  created: 'Bloq yazısı uğurla yaradıldı!',
  updated: 'Bloq yazısı uğurla yeniləndi!',
  deleted: 'Bloq yazısı uğurla silindi!',
  featured: 'Eyni anda yalnız bir yazı seçilə bilər!',
  deleteConfirm: 'Bu yazını silmək istədiyinizə əminsiniz?',
} as const;

/** Category names of the admin (specification section 3): Azerbaijani as well. */
export const CATEGORY_LABELS: Readonly<Record<(typeof CATEGORIES)[number], string>> = {
  audit: 'Audit xidmətləri',
  valuation: 'Qiymətləndirmə xidmətləri',
  'tax-legal': 'Vergi və hüquq xidmətləri',
  consulting: 'Konsaltinq xidmətləri',
  accounting: 'Mühasibat xidmətləri',
  hr: 'İnsan resursları xidmətləri',
};
