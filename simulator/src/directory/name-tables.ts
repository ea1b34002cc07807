function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** 64 names each: the pair for an index comes from a bijection on 4,096, so that names repeat only beyond that. */
export const givenNames = words(`
  Ada Bela Carla Dario Edda Farid Greta Hugo Ines Jonas Kaja Leon Mara Nils Olga Pavel
  Quinn Rosa Samir Tilda Ugo Vera Wim Xenia Yara Zoltan Alma Bruno Clara Dunja Emil Fiona
  Goran Hana Ivo Judith Karim Lena Milo Nadia Oskar Petra Rafael Selma Tarek Ulla Viktor Wanda
  Yusuf Zora Anton Birgit Cyril Delia Ernest Frida Gustav Helga Igor Joana Klaus Livia Marek Nora`);

export const surnames = words(`
  Abel Brandt Carlsen Dahl Ekman Falk Garcia Hansen Ibsen Jansen Keller Lindqvist Moreau Novak Olsen Pereira
  Quist Rossi Sandoval Thorne Urban Vogel Winter Xu Yilmaz Zeller Arnold Berger Costa Dietrich Engel Fischer
  Grant Holm Ivanov Jung Kovac Larsen Meier Nowak Orlov Petrov Reyes Schmid Torres Ulrich Vidal Weiss
  Adler Bauer Castro Duarte Evers Frank Gruber Haas Iversen Jacobs Kraus Lopez Marten Neumann Oller Peters`);

export const jobTitles = [
  'Account Manager',
  'Accountant',
  'Project Manager',
  'Sales Representative',
  'Technician',
  'HR Generalist',
  'Designer',
  'Operations Lead',
  'Buyer',
  'Customer Support Agent',
  'Logistics Planner',
  'Team Assistant',
  'Quality Engineer',
  'Marketing Specialist',
  'Controller',
  'Field Engineer',
];

export const partnerDomains = ['harbourline.example', 'osterby.example', 'quillandco.example', 'rivetworks.example'];

export const groupTopics = [
  'Finance',
  'Sales',
  'Projects',
  'Human Resources',
  'Logistics',
  'Engineering',
  'Marketing',
  'Management',
  'Support',
  'Procurement',
  'Facilities',
  'Quality',
  'Legal',
  'Training',
  'Research',
  'Operations',
];
