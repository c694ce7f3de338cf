// The picture of devices, groups and links, in use.
#include "window_test.h"

#include "widgets/parallelism/mesh_picture.h"

#include <QTest>

using namespace headroom;

class MeshPictureTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init()
    {
        openWindow();
        m_window->controller().apply({ { "hardware.nodes", "2" }, { "parallelism.data", "2" } },
            QStringLiteral("two nodes"));
        m_window->controller().flush();
        m_window->showPage(QStringLiteral("parallelism"));
    }

    void cleanup() { closeWindow(); }

    /// The axis in words: its link, its rate, and what crosses it in a step.
    void theLinkIsDescribed()
    {
        const QString text = picture()->accessibleDescription().simplified();
        QVERIFY2(text.contains(QStringLiteral("FSDP 8")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("fast links at 450.0 GB/s")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("a step")), qPrintable(text));
    }

    /// Pointing at a device dims those of other groups, and leaving lights them again.
    void aGroupIsLitBelowThePointer()
    {
        MeshPicture *mesh = picture();
        const QRectF first = mesh->deviceRect(0), other = mesh->deviceRect(8);
        QVERIFY(mesh->rect().contains(other.toRect()));
        const auto colour = [mesh](const QRectF &place) {
            return mesh->grab().toImage().pixelColor(place.center().toPoint());
        };
        const QColor before = colour(other);
        QTest::mouseMove(mesh, first.center().toPoint());
        QMouseEvent move(QEvent::MouseMove, first.center(), mesh->mapToGlobal(first.center()),
            Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(mesh, &move);
        QVERIFY(colour(other) != before);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(mesh, &leave);
        QCOMPARE(colour(other), before);
    }

private:
    MeshPicture *picture()
    {
        return m_window->findChild<MeshPicture *>(QStringLiteral("meshPicture"));
    }
};

QTEST_MAIN(MeshPictureTest)
#include "tst_mesh_picture.moc"
