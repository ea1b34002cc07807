/**
 * What people choose most often, without the digits and signs at its ends and in plain letters: most of the first 1,500 such words of
 * the passwords in zxcvbn's frequency list (github.com/dropbox/zxcvbn, MIT, from ten million leaked ones), less the obscene, and words
 * of the seasons, the office and other languages. `weak-password.ts` says how a password is held against it.
 */
const words = `
123123a 1232323q 123456789a 123456789q 123456a 123456q 12345a 12345q 1234qwer 123abc 123asd 123qwe 123qwe123 1a2b3c
1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 a12345 a123456 a1234567 a1b2c3 a1b2c3d4 aardvark aaron
abc123 abcd abcd1234 abgrtyu abigail access accord action adam adgangskode adgjmptw adidas admin admin123
administrator adrian africa airborne airforce airplane alabama alaska albert alberto alejandr aleksandr alex alexande
alexander alexandr alexis alfred alicia alison allison alpha alpine always alyssa amanda amateur amber america
american anakin anderson andre andrea andreas andrei andrew andrey andy angel angela angelina angelo angels animal
anna anthony antonio anything apache apollo apple apples apr april aragorn archie arizona arnold arsenal arthur artist
asd123 asdasd asdf asdf1234 asdfasdf asdfg asdfgh asdfghj asdfghjk asdfghjkl ashley assassin athena atlanta atlantis
audrey aug august aurora austin autumn avalon avatar awesome azerty azure babe babes baby babydoll babygirl babylon
badboy badger bailey baller balls bambam banana bandit barbara barbie barcelona barney baseball basket basketba
basketball batman baxter beach beagle bear beatles beauty beaver beavis beer beetle benjamin benson benvenuto berlin
bernard bernie bertha bianca bienvenido bienvenue bigboy bigfoot bigmac bigman bigone bigred bill billy billybob
birdie birthday biscuit bishop blabla black blackie blahblah blaster blazer blessed blink blizzard blonde blondie blue
bluebird bluemoon bluesky bobafett bobby bobcat boeing bomber bond bonehead bonjour bonnie booger boogie boomer boston
bowling bradley brandi brandon brandy braves brazil brenda brian brianna britney brittany bronco broncos brooke
brooklyn brooks brother brown browns bruins brutus bubba bubble bubbles buckeye buckeyes buddha buddy budlight buffalo
bulldog bulldogs bullet bunny burger burton business buster cactus cadillac caesar callie calvin camaro cameron
campbell canada cancer candy cannon cantona captain cardinal carlos carmen carolina caroline carrie carter cartman
caserta casey casino casper cassie castle catch catdog catfish cavalier cdtnkfyf celtic cessna champion chance
chandler change changeit changeme charger charles charlie charlott check cheese chelsea cherokee cherry cheryl chester
chevelle chevy cheyenne chicago chichi chicken chicks chiefs chipper chocolat chopper chris chrissy christ christia
christian christin christop christy chronic chuck cjkysirj claire classic claudia clifford clinton cloud cobra
cocacola coffee college colorado colors columbia company compaq computer concrete connect connie connor consumer
contrasena contraseña control cookie cookies cool cooldude cooper copper corona corvette cotton cougar country
courtney covid cowboy cowboys coyote crazy cream creative cricket cristina crystal cthutq curious curtis daddy daisy
dakota dallas dancer danger daniel daniela danielle danny darkness darkside darkstar darren dave david dbrnjhbz death
debbie dec december default defender deftones delta demo denise dennis denver design desire destiny detroit devildog
devils dexter dezember dfvgbh diablo diamond diamonds diana dienstag diesel dietcoke digger digital dilbert dirty
disney doctor dodge dodger dodgers doggie doggy dollar dolphin dolphins dominic domino donald donkey donnerstag
douglas dragon dragons dream dreamer dreams driver drizzt drowssap drpepper drummer ducati dude dudley duke duncan
dustin eagle eagles eatme eclipse eddie edward einstein elaine electric element elena elephant elizabet elizabeth
elvis emerald emily eminem empire energy engineer england enigma enjoy enter enterpri entra eric eternity eugene
everton example exigen explorer express extreme falcon family fantasy farmer faster fatboy fatcat father feb februar
february fender fernando ferrari ferret ficken finger fire fireball firebird fireman fish fisher fishing fktrcfylh
fktrctq flash flatron flipper florence florida flower flowers fluffy flyers foobar football ford forest forever forget
foster france francis frank frankie franklin freak freaky fred freddie freddy free freedom freeman freeuser freitag
french friday friend friends froggy fruehling funtime future fyfcnfcbz fylhtq gabriel galaxy galina galore gambit
gandalf garcia garden garfield gateway gators geheim gemini general genesis genius george georgia german germany
geronimo gfhjkm ghbdtn ghbdtnbr giants gibson gilbert ginger giovanni girl girls gizmo global gloria goblue goddess
godzilla goforit goldberg golden goldfish goldie golf golfer goober good google gordon gracie graham great green
greenday gregory griffin guest gugu guinness guitar gundam gunner hacker hallo hamilton hamlet hammer hamster hannah
hansolo happy hard harley harold harris harrison harry harvey haslo hawaii hawkeye head heather heaven hector hellfire
hello help helpdesk helpme hendrix herbst hercules herman heslo hesoyam highland hiphop history hitman hjvfirf hobbes
hobbit hockey holden holiday holland holly hollywoo holmes home homer honda honey hongkong hooters hornet horney horse
horses hotdog hotrod hotstuff hottie house houston howard hummer hunter hunting huskers ibanez icecream iceman
ichliebedich iloveme iloveu iloveyou immortal impala indian indiana indians indigo inferno infinity initial insane
inside integra internet intune ireland irina irish ironman isabella isabelle island italia iwantu jack jackie jackoff
jackson jaguar jake jamaica james jamie jan januar january japan jasmin jasmine jason jasper jeff jeffrey jennifer
jenny jeremy jerome jerry jessica jessie jester jesus jetaime jimmy joanna joanne joey john johnny johnson joker
jonathan jones jordan joseph joshua juice jul juli julian julie july jumper jun june jungle juni junior jupiter
justice justin justme juventus kaiser karate karen karina katana kathleen katie katrina kawasaki kelly kelsey kennedy
kenneth kennwort kermit kevin kimberly king kingdom kingkong kirill kissme kitten kitty klaster knicks knight kodiak
kramer kristen kristin kristina lacrosse ladies ladybug lakers lancer laptop larisa larry lasvegas laura lauren
lawrence leather legend legion lennon leonard leonardo leslie lestat letmein liberty lickme lifehack light lights
lincoln linda lindsay lindsey lisa little liverpoo liverpool lizard logan login logitech lol123 lolita lollipop lollol
london lonewolf long longhorn looking losenord loser louise love lovely loveme lover loverboy lovers loveyou lucifer
lucky machine maddie maddog madison madman madmax madness madonna maerz maggie magic magnum maiden maksim malibu
manager manchester manson manuel manutd mar marathon marcel march marcus margaret maria mariah marie marina marine
marines marino mario marion mark markus marlboro marley marshall martha martin martina martini marvin maryjane master
matrix matt matthew maurice maverick maxima maximus maxwell melanie melissa member memphis mercedes mercury merlin
metallic metallica mexico michael michel michele michelle michigan mickey microsoft midnight mike miller millie
million milton mine minecraft minnie miranda mission missy mister mitchell mittwoch mnbvcxz molly monday money
mongoose monica monika monique monitor monkey monster montag montana montreal mookie moomoo moon moose morgan morpheus
morris morrison motdepasse mother motorola mountain mouse movie mozart muffin mulder murphy music mustang mylove
nadine napoleon naruto nascar natali natalia natalie natasha nathan ncc1701 nccitoid nccitoie nelson nemesis network
newman newport newton newyork nfnmzyf nicholas nick nicola nicolas nicole nikita nikki niners nintendo nirvana nissan
nolimit none norman norton nothing nov november nugget nylons oct october office oicu oksana oktober olga oliver
olivia omega onelove online open openup orange orion orlando oscar ou812 outlaw outlook overlord pacific packard
packers pakistan paladin palmer pamela panama pandemic pandora pantera panther panthers panzer paradise paris parker
parola partner party pascal pass passat passcode passion passphrase passport passw passwd passwor password passwort
patches patricia patrick patriots patton paul pavilion peace peaches peanut pearljam pebbles peekaboo peewee pegasus
pencil penguin pentium people pepper pepsi perfect personal pervert peter phantom philip philips phillip philly
phoenix phpbb picard pickle pickles pierre piglet pioneer pirate pirates pitbull pizza planet plastic platinum player
please pleasure poison poiuyt pokemon polaris police polina pontiac poohbear pookie poop poopoo popcorn popeye porsche
portal portugal potter power powers precious predator prelude presario pretty prince princess private psycho pumpkin
purple pussies pword pyramid q12345 q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qawsed qaz123 qazqaz qazwsx qazwsx123
qazwsxedc qazxsw qazxswedc qqq111 qwaszx qwe123 qweasd qweasdzxc qweqwe qwer qwer1234 qwert qwerty qwertyu qwertyui
qwertyuiop rabbit racecar rachel racing raider raiders rainbow random ranger rangers raptor rascal rasdzv raven
raymond razz reaper rebecca red123 reddog redhead redman redneck redrum redskins redsox redwings reggie regina
remember renegade rhbcnbyf richard ripper robbie robert roberto rock rocker rocket rocks rockstar rocky rodney roland
rolltide rommel ronald ronaldo ronnie rooster root roscoe rose rosebud rubber rulez runner rush ruslan russell russia
rusty ryan sabrina sailing sailor saints sakura salasana samantha sammie sammy sample sampson samson samstag samsung
samuel samurai sandman sandra sandy sarah sasha saturday saturn savage savannah scarface school scooby scooter scorpio
scorpion scotland scott scotty scully seattle sebastia secret security seminole semperfi senha sep september serega
serenity sergey sergio server service seven shadow shaggy shalom shamrock shannon sharepoint sharon sheila shelby
shelly sherlock sherman sherry shirley shooter shorty shotgun sidney siemens sierra sifre silver simon simone simple
simpson simpsons singer single sister skater skeeter skipper skippy skyline slayer slipknot smile smiles smiley smith
smitty smoke smokey smooth snake snakes snatch snickers sniper snoopy snowball snowman soccer softball software
soldier sommer sonntag sophia sophie sparky spartak spartan special speed speedy spencer spider spiderma spiderman
spike spirit spitfire spooky sports spring sprite spyder srinivas stacey stalker stallion stanley star stargate stars
start startrek starwars stealth steelers stefan stella stephani stephen sterling steve steven stewart sticky stinger
stingray stinky stocking stones storm stormy street strike student stupid subaru sublime success sugar summer sundance
sunday sunny sunset sunshine super superfly superman support surfer susan suzuki svetlana sweet sweetie sweetpea
sweets sweety swimming swordfis swordfish sydney sylvia system tanner target tarheels tarzan tattoo taurus taylor
teacher teamo teams techno teen teens temp temporary tennis teresa test tester testing texas thailand theman theone
therock thomas thuglife thumper thunder thursday thx1138 tickle tiffany tiger tigers tigger timber time timothy tinker
tintin tomcat tommy tony topgun tornado toronto toshiba tottenha toyota tracey transam travel travis trevor trfnthbyf
trigger trinity tristan triumph trixie trojan trombone trooper trouble truck trucker trucks trumpet trunks trustno
tucker tuesday turbo turkey turtle tweety tyler ultimate unicorn united unreal user valentin valentina valera valerie
vampire vanessa vegeta veronica veronika vfhbyf vfrcbv vfvjxrf victor victoria victory video viking vikings viktor
vincent viper vision vladimir voodoo voyager wachtwoord walker wallace walter warcraft warlock warren warrior water
waters watson weasel webster wednesday welcome welkom werewolf wesley westham westside whatever whiskey white whynot
wicked wildcat wildcats william williams willie willkommen willow wilson windows winner winnie winston winter wizard
wolf wolfgang wolfpack wolverin wolves wombat wonder woody wrangler wrinkle wutang xavier xfiles yamaha yankee yankees
ybrbnf yellow yfnfif yomama young ytrewq yvonne zachary zaq12wsx zaq1xsw2 zaqwsx zeppelin zipper zombie zxc123 zxcvbn
zxcvbnm
`;

export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
