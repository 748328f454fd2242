"""Turkish: where each page is and what is said of it."""

from games.rulebook.languages.entry import Entry

ENTRIES = {
    "index": Entry(
        path="kurallar/",
        name="Dört oyun birden",
        title="Nardi kuralları: dört oyun bir sayfada",
        description=(
            "Gürcü nardisi, kısa ve uzun narde kısaca: ilk diziliş, kim başlar, pul"
            " nasıl oynanır, kazanç kaç sayı eder. Çizimlerle."
        ),
    ),
    "georgian": Entry(
        path="kurallar/gurcu-nardisi/",
        name="Gürcü nardisi",
        title="Gürcü nardisi kuralları, adım adım",
        description=(
            "Gürcü nardisi nasıl oynanır: tahta, açılış zarı, pul kırmak, kırık girmek,"
            " “evinde kıran orada kalır” kuralı, pul toplamak."
        ),
    ),
    "long": Entry(
        path="kurallar/uzun-narde/",
        name="Uzun narde",
        title="Uzun narde kuralları, çizimlerle",
        description=(
            "Uzun narde nasıl oynanır: baştan bir pul, çift zarla ilk hamle, yan yana"
            " altı hane, pul toplamak. Her örneğin çizimi var."
        ),
    ),
    "short": Entry(
        path="kurallar/kisa-narde/",
        name="Kısa narde",
        title="Kısa narde kuralları",
        description=(
            "Kısa narde, yani küpsüz backgammon: ilk diziliş, beyaz başlar, kırıp yürümek,"
            " kırık girmek, pul toplamak, mars ve katmerli mars."
        ),
    ),
    "scoring": Entry(
        path="kurallar/oyun-mars-katmerli-mars/",
        name="Oyun, mars, katmerli mars",
        title="Oyun, mars, katmerli mars: nardide sayı hesabı",
        description=(
            "Nardide kazanç kaç sayı eder: tek oyun bir, mars iki, katmerli mars üç."
            " Kazananın evi, oyun oyun bir maç, kaybedilmiş oyunu sürdürmek."
        ),
    ),
    "compare": Entry(
        path="kurallar/nardi-ve-tavla/",
        name="Nardi ve tavla",
        title="Nardi ve tavla: kural kural karşılaştırma",
        description=(
            "Gürcü nardisi, kısa ve uzun narde tek tabloda, tavlayla yan yana: açılış,"
            " kırmak, baş, altılı kapı, sayılar, katlama küpü."
        ),
    ),
    "playing": Entry(
        path="kurallar/bu-sitede-oynamak/",
        name="Bu sitede oynamak",
        title="Bu sitede nardi nasıl oynanır",
        description=(
            "Masalar, zarlar, pula dokunmak, adımı geri almak, hamle süresi, bağlantı"
            " kesilince ne olur, centilmence oyun: masalarımız böyle işler."
        ),
    ),
    "first-game": Entry(
        path="kurallar/uzun-nardede-ilk-oyun/",
        name="Uzun nardede bir ilk oyun",
        title="Uzun nardede bir ilk oyun, hamle hamle",
        description=(
            "Bütün bir uzun narde oyununu tahta yanınızda izleyin: baştan ayrılan ilk"
            " puldan toplanan son pula, her hamle neden oynandı?"
        ),
    ),
    "georgian-strategy": Entry(
        path="kurallar/gurcu-nardisi-stratejisi/",
        name="Gürcü nardisinde ilerlemek",
        title="Gürcü nardisi stratejisi: konumlarla on üç fikir",
        description=(
            "Gürcü nardisi için on üç fikir, her biri konumuyla: ilk hamleler, açık"
            " vermenin hesabı, evde kırmak, duvar, yarış, marstan kurtulmak."
        ),
    ),
    "long-strategy": Entry(
        path="kurallar/uzun-narde-stratejisi/",
        name="Uzun nardede ilerlemek",
        title="Uzun narde stratejisi: konumlarla on iki fikir",
        description=(
            "Uzun narde için on iki fikir, her biri konumuyla: başı boşaltmak, can yakan"
            " haneler, yan yana beş, yedek hamleler, eve dönüş."
        ),
    ),
    "glossary": Entry(
        path="kurallar/sozluk/",
        name="Sözlük",
        title="Dört dilde nardi ve tavla sözlüğü",
        description=(
            "Nardinin sözcükleri Türkçe, Gürcüce, İngilizce ve Rusça, açıklamalarıyla;"
            " hepyekten düşeşe zarların adları da burada."
        ),
    ),
    "coin": Entry(
        path="domino-coin/",
        name="Domino Coin",
        title="Domino Coin: nedir, ne değildir",
        description=(
            "Bu sitenin oyun jetonu: karşılıksız verilir, masa girişinde kullanılır,"
            " satın alınmaz, paraya çevrilmez, başka yerde değeri yoktur."
        ),
    ),
    "terms": Entry(
        path="kosullar/",
        name="Kullanım koşulları",
        title="Kullanım koşulları",
        description=(
            "Bu siteden ne beklersiniz, o sizden ne bekler: olduğu gibi ve ücretsiz"
            " oyun, kişi başına bir hesap, centilmenlik, para olmayan jeton."
        ),
    ),
    "privacy": Entry(
        path="gizlilik/",
        name="Gizlilik",
        title="Gizlilik: bu site sizin hakkınızda ne bilir",
        description=(
            "Site hangi verileri, ne için saklar, kim görür, hangi çerezleri kullanır;"
            " kopyasını nasıl alır, her şeyi nasıl sildirirsiniz."
        ),
    ),
    "contact": Entry(
        path="iletisim/",
        name="İletişim",
        title="İletişim: kime, ne yazmalı",
        description=(
            "Kurallarla ilgili bir soru, bir aksaklık, bir şikâyet ya da verileriniz:"
            " nereye yazacağınız ve bize neyin yardımcı olacağı."
        ),
    ),
}
