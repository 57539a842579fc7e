// What a visitor writes into the contact form.

export const typed = {
  name: 'Leyla Əliyeva',
  email: 'leyla@example.org',
  phone: '+994 50 123 45 67',
  subject: 'tax',
  message: 'Salam!\nƏDV haqqında sual.',
};

/** Fills the fields of `form` (a locator) that `values` has. */
export async function fill(form, values = typed) {
  for (const [name, value] of Object.entries(values)) {
    const field = form.locator(`[name=${name}]`);
    await (name === 'subject' ? field.selectOption(value) : field.fill(value));
  }
}
