/** Whether a company, in a statement on `companies`, has street, city and country, which an invoice has to name (directive 2006/112/EC, article 226 (5)). */
export const hasAddress = "trim(concat(address_1)) <> '' and trim(concat(city)) <> '' and trim(concat(country)) <> ''";
